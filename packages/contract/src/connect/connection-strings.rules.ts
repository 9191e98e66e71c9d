import { type ClientType, PASSWORD_PLACEHOLDER } from './connect.rules.ts'

/** Where and as whom one connects. */
export interface ConnectionParameters {
  host: string
  port: number
  database: string
  user: string
}

/** An address as URLs have it: IPv6 in brackets. */
const hostOf = ({ host }: ConnectionParameters) => (host.includes(':') ? `[${host}]` : host)

/** `password` takes the place of the placeholder where a program fills it in, percent-encoded. */
export const connectionUri = (parameters: ConnectionParameters, password = PASSWORD_PLACEHOLDER) =>
  `postgresql://${parameters.user}:${password}@${hostOf(parameters)}:${parameters.port}/${parameters.database}`

const asVariable = (parameters: ConnectionParameters) => `DATABASE_URL=${connectionUri(parameters)}`

const asLines = ({ user, host, port, database }: ConnectionParameters) =>
  [
    `user=${user}`,
    `password=${PASSWORD_PLACEHOLDER}`,
    `host=${host}`,
    `port=${port}`,
    `dbname=${database}`,
  ].join('\n')

const asSettings = ({ user, host, port, database }: ConnectionParameters) =>
  JSON.stringify(
    {
      ConnectionStrings: {
        // TLS is used where the server offers it; asking for it would fail where it does not.
        DefaultConnection: `Host=${host};Port=${port};Database=${database};Username=${user};Password=${PASSWORD_PLACEHOLDER};SSL Mode=Prefer`,
      },
    },
    null,
    2,
  )

const strings: Record<ClientType, (parameters: ConnectionParameters) => string> = {
  uri: (parameters) => connectionUri(parameters),
  psql: ({ host, port, database, user }) => `psql -h ${host} -p ${port} -d ${database} -U ${user}`,
  golang: asVariable,
  jdbc: (parameters) =>
    `jdbc:postgresql://${hostOf(parameters)}:${parameters.port}/${parameters.database}?user=${parameters.user}&password=${PASSWORD_PLACEHOLDER}`,
  dotnet: asSettings,
  nodejs: asVariable,
  php: asVariable,
  python: asVariable,
  sqlalchemy: asLines,
}

/** What a program of this type takes to connect, with a placeholder for the password. */
export const connectionString = (type: ClientType, parameters: ConnectionParameters) =>
  strings[type](parameters)
