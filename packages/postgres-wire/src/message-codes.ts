const code = (letter: string) => letter.charCodeAt(0)

/** The first byte of each message a client sends. */
export const FromClient = {
  bind: code('B'),
  close: code('C'),
  copyData: code('d'),
  copyDone: code('c'),
  copyFail: code('f'),
  describe: code('D'),
  execute: code('E'),
  flush: code('H'),
  functionCall: code('F'),
  parse: code('P'),
  password: code('p'),
  query: code('Q'),
  sync: code('S'),
  terminate: code('X'),
} as const

/** The first byte of each message a server sends. */
export const FromServer = {
  authentication: code('R'),
  backendKeyData: code('K'),
  bindComplete: code('2'),
  closeComplete: code('3'),
  commandComplete: code('C'),
  copyBothResponse: code('W'),
  copyData: code('d'),
  copyDone: code('c'),
  copyInResponse: code('G'),
  copyOutResponse: code('H'),
  dataRow: code('D'),
  emptyQueryResponse: code('I'),
  errorResponse: code('E'),
  negotiateProtocolVersion: code('v'),
  noData: code('n'),
  noticeResponse: code('N'),
  parameterStatus: code('S'),
  parseComplete: code('1'),
  portalSuspended: code('s'),
  readyForQuery: code('Z'),
  rowDescription: code('T'),
} as const

/** The status byte of ReadyForQuery. */
export const TransactionStatus = {
  idle: code('I'),
  open: code('T'),
  failed: code('E'),
} as const

/** What a Describe or Close names. */
export const Target = { statement: code('S'), portal: code('P') } as const
