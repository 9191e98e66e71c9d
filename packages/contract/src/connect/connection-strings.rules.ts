import { type ClientType, type ConnectMethod, PASSWORD_PLACEHOLDER } from './connect.rules.ts'

/** Where and as whom one connects. */
export interface ConnectionParameters {
  host: string
  port: number
  database: string
  user: string
  /** Whether connections without TLS are refused, so that every client has to be told to encrypt. */
  sslRequired?: boolean
}

/** An address as URLs have it: IPv6 in brackets. */
const hostOf = ({ host }: ConnectionParameters) => (host.includes(':') ? `[${host}]` : host)

/** `password` takes the place of the placeholder where a program fills it in, percent-encoded. */
export const connectionUri = (parameters: ConnectionParameters, password = PASSWORD_PLACEHOLDER) =>
  `postgresql://${parameters.user}:${password}@${hostOf(parameters)}:${parameters.port}/${parameters.database}${
    parameters.sslRequired ? '?sslmode=require' : ''
  }`

const asVariable = (parameters: ConnectionParameters) => `DATABASE_URL=${connectionUri(parameters)}`

const asLines = ({ user, host, port, database }: ConnectionParameters) =>
  [
    `user=${user}`,
    `password=${PASSWORD_PLACEHOLDER}`,
    `host=${host}`,
    `port=${port}`,
    `dbname=${database}`,
  ].join('\n')

const asSettings = (connection: string) =>
  JSON.stringify({ ConnectionStrings: { DefaultConnection: connection } }, null, 2)

// TLS is used where the server offers it; asking for it would fail where it does not.
const dotnetSsl = ({ sslRequired }: ConnectionParameters) =>
  sslRequired ? 'SSL Mode=Require;Trust Server Certificate=true' : 'SSL Mode=Prefer'

const asPsql = ({ host, port, database, user }: ConnectionParameters) =>
  `psql -h ${host} -p ${port} -d ${database} -U ${user}`

const asJdbc = (parameters: ConnectionParameters) =>
  `jdbc:postgresql://${hostOf(parameters)}:${parameters.port}/${parameters.database}?user=${parameters.user}&password=${PASSWORD_PLACEHOLDER}${
    parameters.sslRequired ? '&sslmode=require' : ''
  }`

type Strings = Record<ClientType, (parameters: ConnectionParameters) => string>

const direct: Strings = {
  uri: (parameters) => connectionUri(parameters),
  psql: asPsql,
  golang: asVariable,
  jdbc: asJdbc,
  dotnet: (parameters) =>
    asSettings(
      `Host=${parameters.host};Port=${parameters.port};Database=${parameters.database};Username=${parameters.user};Password=${PASSWORD_PLACEHOLDER};${dotnetSsl(parameters)}`,
    ),
  nodejs: asVariable,
  php: asVariable,
  python: asVariable,
  sqlalchemy: asLines,
}

const pooled: Strings = {
  ...direct,
  golang: asLines,
  dotnet: (parameters) =>
    asSettings(
      `User Id=${parameters.user};Password=${PASSWORD_PLACEHOLDER};Server=${parameters.host};Port=${parameters.port};Database=${parameters.database}${
        parameters.sslRequired ? `;${dotnetSsl(parameters)}` : ''
      }`,
    ),
  php: asLines,
  python: asLines,
}

/** What a program of this type takes to connect in this way, with a placeholder for the password. */
export const connectionString = (
  type: ClientType,
  parameters: ConnectionParameters,
  method: ConnectMethod = 'direct',
) => (method === 'direct' ? direct : pooled)[type](parameters)

/** An environment file that any client understands: the URI, and the names that libpq and its relatives read by themselves. */
export const connectionEnvironment = (parameters: ConnectionParameters) =>
  [
    asVariable(parameters),
    `PGHOST=${parameters.host}`,
    `PGPORT=${parameters.port}`,
    `PGDATABASE=${parameters.database}`,
    `PGUSER=${parameters.user}`,
    `PGPASSWORD=${PASSWORD_PLACEHOLDER}`,
    ...(parameters.sslRequired ? ['PGSSLMODE=require'] : []),
  ].join('\n')
