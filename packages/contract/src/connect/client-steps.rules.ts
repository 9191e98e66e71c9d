import {
  dotnet,
  golang,
  golangFromParts,
  nodejs,
  nodejsByIpv6,
  pythonFromParts,
  pythonFromUrl,
  sqlalchemy,
} from './client-programs.ts'
import type { ClientType, ConnectMethod } from './connect.rules.ts'

/** The steps from a connection string to a running program. */
export interface ClientSteps {
  /** The file that holds the connection string. */
  file: string
  install: string
  program: { file: string; code: string }
  /** The command that runs the program, with the file's values in its environment. */
  run: string
}

const steps: Partial<Record<ClientType, (isPooled: boolean, isIpv6: boolean) => ClientSteps>> = {
  nodejs: (_isPooled, isIpv6) => ({
    file: '.env',
    install: 'npm install postgres',
    program: { file: 'db.mjs', code: isIpv6 ? nodejsByIpv6 : nodejs },
    run: 'node --env-file=.env db.mjs',
  }),
  golang: (isPooled) => ({
    file: '.env',
    install: 'go get github.com/jackc/pgx/v5',
    program: { file: 'main.go', code: isPooled ? golangFromParts : golang },
    run: 'set -a; . ./.env; go run .',
  }),
  dotnet: () => ({
    file: 'appsettings.json',
    install: `dotnet add package Npgsql
dotnet add package Microsoft.Extensions.Configuration.Json`,
    program: { file: 'Program.cs', code: dotnet },
    run: 'dotnet run',
  }),
  python: (isPooled) => ({
    file: '.env',
    install: 'pip install python-dotenv psycopg2-binary',
    program: { file: 'main.py', code: isPooled ? pythonFromParts : pythonFromUrl },
    run: 'python main.py',
  }),
  sqlalchemy: () => ({
    file: '.env',
    install: 'pip install python-dotenv psycopg2-binary sqlalchemy',
    program: { file: 'main.py', code: sqlalchemy },
    run: 'python main.py',
  }),
}

/** The steps for a client type; undefined for types that need no program, such as `psql` or a bare URI. */
export const stepsOf = (type: ClientType, method: ConnectMethod, host = ''): ClientSteps | undefined =>
  steps[type]?.(method !== 'direct', host.includes(':'))

/** The file that holds the connection string; undefined for types without one. */
export const fileOf = (type: ClientType): string | undefined =>
  stepsOf(type, 'direct')?.file ?? (type === 'php' ? '.env' : undefined)

/** Types whose pooled connection string is five `name=value` lines instead of a URL. */
const asLines: readonly ClientType[] = ['golang', 'php', 'python']
const inUrls: readonly ClientType[] = ['uri', 'golang', 'nodejs', 'php', 'python', 'jdbc']

/** How the password takes the place of its placeholder. */
export type PasswordFormat = 'prompt' | 'quoted' | 'encoded' | 'plain'
export function passwordFormat(type: ClientType, method: ConnectMethod): PasswordFormat {
  if (type === 'psql') return 'prompt'
  if (type === 'sqlalchemy' || (method !== 'direct' && asLines.includes(type))) return 'quoted'
  return inUrls.includes(type) ? 'encoded' : 'plain'
}
