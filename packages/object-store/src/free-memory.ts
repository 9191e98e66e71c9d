/**
 * Frees the memory of a piece that is no longer used, if nothing else shares its ArrayBuffer. With garbage collection,
 * streaming would cause a scan of the whole heap for every twenty megabytes, which costs more than everything else.
 */
export function freeMemory({ buffer, byteLength }: Uint8Array) {
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength) buffer.transfer(0)
}
