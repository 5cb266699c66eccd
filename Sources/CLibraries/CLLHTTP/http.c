// Compiled from where Debian's node-llhttp puts it.
#include "/usr/share/llhttp/http.c"
