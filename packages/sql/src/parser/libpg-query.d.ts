/** PostgreSQL's own parser as WebAssembly. The package only declares types for its wrapper, which loads itself eagerly. */
declare module 'libpg-query/wasm/libpg-query.js' {
  function open(options?: { locateFile?: (name: string) => string }): Promise<open.LibpgQuery>
  namespace open {
    interface LibpgQuery {
      _malloc(bytes: number): number
      _free(pointer: number): void
      /** Returns a pointer to a struct of three pointers: the tree as JSON, stderr output, the error. */
      _wasm_parse_query_raw(query: number): number
      _wasm_free_parse_result(result: number): void
      lengthBytesUTF8(text: string): number
      stringToUTF8(text: string, pointer: number, bytes: number): void
      UTF8ToString(pointer: number): string
      getValue(pointer: number, type: 'i32'): number
    }
  }
  export = open
}
