#pragma once
#include <curl/curl.h>

// Swift cannot call variadic functions: one wrapper for each argument type.

typedef size_t (*ccurl_receiver)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode ccurl_set_number(CURL *handle, CURLoption option, long number) {
  return curl_easy_setopt(handle, option, number);
}

static inline CURLcode ccurl_set_text(CURL *handle, CURLoption option, const char *text) {
  return curl_easy_setopt(handle, option, text);
}

static inline CURLcode ccurl_set_list(CURL *handle, CURLoption option, struct curl_slist *list) {
  return curl_easy_setopt(handle, option, list);
}

static inline CURLcode ccurl_set_receiver(CURL *handle, CURLoption option, ccurl_receiver receiver) {
  return curl_easy_setopt(handle, option, receiver);
}

static inline CURLcode ccurl_set_context(CURL *handle, CURLoption option, void *context) {
  return curl_easy_setopt(handle, option, context);
}

typedef curl_socket_t (*ccurl_opener)(void *context, curlsocktype purpose, struct curl_sockaddr *address);

static inline CURLcode ccurl_set_opener(CURL *handle, ccurl_opener opener) {
  return curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, opener);
}

static inline CURLcode ccurl_get_number(CURL *handle, CURLINFO info, long *number) {
  return curl_easy_getinfo(handle, info, number);
}

// Copies the bytes. The size is set first, so that the library does not expect a NUL-terminated text.
static inline CURLcode ccurl_set_body(CURL *handle, const void *bytes, size_t count) {
  CURLcode result = curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
  // With a null pointer the library would read from the standard input.
  return result != CURLE_OK ? result : curl_easy_setopt(handle, CURLOPT_COPYPOSTFIELDS, count > 0 ? (const char *)bytes : "");
}
