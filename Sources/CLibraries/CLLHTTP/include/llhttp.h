#pragma once
// Debian's node-llhttp installs the parser as sources; nothing of it is copied here.
#include "/usr/share/include/llhttp/llhttp.h"
