import {
  FETCH_SIZE_MAX,
  foreignSslModes,
  isHost,
  isSocket,
  isTooLong,
  NAME_BYTES,
} from '@basalt/contract/foreign-servers/foreign-servers.rules.ts'
import type { ForeignServer } from '@basalt/contract/foreign-servers/foreign-servers.schema.ts'
import { z } from 'zod'

const PORT_MAX = 65_535

const name = (missing: string) =>
  z
    .string()
    .min(1, missing)
    .refine((text) => !isTooLong(text), `PostgreSQL keeps ${NAME_BYTES} bytes of a name. Use a shorter one.`)

const wholeNumber = (text: string, max: number) =>
  /^\d{1,7}$/.test(text) && Number(text) >= 1 && Number(text) <= max

const place = {
  name: name('Enter a name'),
  host: z
    .string()
    .trim()
    .min(1, 'Enter a host')
    .refine((host) => !isSocket(host), 'Sockets of the machine cannot be used. Enter a host name.')
    .refine(isHost, 'Enter one host name or IP address, without a port'),
  port: z
    .string()
    .trim()
    .refine((text) => wholeNumber(text, PORT_MAX), `Enter a number from 1 to ${PORT_MAX}`)
    .transform(Number),
  database: name('Enter the name of a database'),
  sslmode: z.enum(foreignSslModes),
  fetch_size: z
    .string()
    .trim()
    .refine(
      (text) => text === '' || wholeNumber(text, FETCH_SIZE_MAX),
      `Enter a number from 1 to ${FETCH_SIZE_MAX.toLocaleString('en')}`,
    )
    .transform((text) => (text === '' ? null : Number(text))),
  use_remote_estimate: z.boolean(),
}

export const LoginFields = z.object({
  user: name('Enter the user there'),
  password: z.string().min(1, 'Enter the password. PostgreSQL connects only with one.'),
})
export type LoginFields = z.input<typeof LoginFields>

export const NewServerFields = z.object({ ...place, ...LoginFields.shape })
/** A server that exists keeps its logins. */
export const ServerFields = z.object({ ...place, user: z.string(), password: z.string() })
/** As they are typed. */
export type ServerFields = z.input<typeof NewServerFields>
/** As they are sent. */
export type ServerToSave = z.output<typeof NewServerFields>

const DEFAULT_PORT = '5432'

/** The name of a copy, short enough to be kept. */
function copyName(name: string): string {
  const letters = [...name]
  while (isTooLong(`${letters.join('')}${COPY}`)) letters.pop()
  return `${letters.join('')}${COPY}`
}
const COPY = ' copy'

/** What the form begins with: a server that exists, a copy of one without its login, or an empty one. */
export const fieldsOf = (server: ForeignServer | undefined, isCopy = false): ServerFields => ({
  name: server === undefined ? '' : isCopy ? copyName(server.name) : server.name,
  host: server?.host ?? '',
  port: String(server?.port ?? DEFAULT_PORT),
  database: server?.database ?? 'postgres',
  sslmode: server?.sslmode ?? 'prefer',
  fetch_size: String(server?.fetch_size ?? ''),
  use_remote_estimate: server?.use_remote_estimate ?? false,
  user: '',
  password: '',
})
