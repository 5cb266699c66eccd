#pragma once
#include <sqlite3.h>
#include <string.h>

/* Copies the header of the index of the write-ahead log, which all processes share, both times that it is there
   (https://sqlite.org/walformat.html). A read transaction maps it before. The copies differ while it is written. */
static inline int csqlite_wal_index_header(sqlite3 *connection, unsigned char header[96]) {
  sqlite3_file *file = 0;
  int code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (code != SQLITE_OK) return code;
  if (!file || !file->pMethods || file->pMethods->iVersion < 2 || !file->pMethods->xShmMap) return SQLITE_ERROR;
  volatile void *index = 0;
  code = file->pMethods->xShmMap(file, 0, 32768, 0, &index);
  if (code != SQLITE_OK) return code;
  if (!index) return SQLITE_ERROR;
  memcpy(header, (const void *)index, 48);
  file->pMethods->xShmBarrier(file);
  memcpy(header + 48, (const unsigned char *)index + 48, 48);
  return SQLITE_OK;
}

/* A variadic function, which Swift does not import. */
static inline int csqlite_keep_log_on_close(sqlite3 *connection) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

/* Uses nothing of a schema but its tables. */
static inline void csqlite_defend(sqlite3 *connection) {
  sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  sqlite3_db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
  sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_VIEW, 0, (int *)0);
  sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)0);
}
