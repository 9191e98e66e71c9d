import { type ClientType, type ConnectMethod, PASSWORD_PLACEHOLDER } from './connect.rules.ts'

/** Where to connect, and as which user. */
export interface ConnectionParameters {
  host: string
  port: number
  database: string
  user: string
  /** Whether the server refuses connections without TLS, so that every client has to be configured for it. */
  sslRequired?: boolean
}

/** The host as it appears in URLs: IPv6 in brackets. */
const hostOf = ({ host }: ConnectionParameters) => (host.includes(':') ? `[${host}]` : host)

/** `password`, if given, must be percent-encoded. */
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

// `Prefer` uses TLS if the server offers it; `Require` would fail where it does not.
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

/** The connection string of a client type and method, with a placeholder for the password. */
export const connectionString = (
  type: ClientType,
  parameters: ConnectionParameters,
  method: ConnectMethod = 'direct',
) => (method === 'direct' ? direct : pooled)[type](parameters)

/** An environment file for any client: the URI, and the variables that libpq and its relatives read. */
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
