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

/** What a program needs besides the connection string. */
export interface ClientSteps {
  /** Where the connection string goes. */
  file: string
  install: string
  program: { file: string; code: string }
  /** The command that runs it, with the file's values in its environment. */
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

/** What is installed, written and run to connect to a host in this way; undefined for types that are typed or put into a program's own settings. */
export const stepsOf = (type: ClientType, method: ConnectMethod, host = ''): ClientSteps | undefined =>
  steps[type]?.(method !== 'direct', host.includes(':'))

/** The file that takes the connection string; undefined where none does. */
export const fileOf = (type: ClientType): string | undefined =>
  stepsOf(type, 'direct')?.file ?? (type === 'php' ? '.env' : undefined)

/** The lines of five, whose values are not part of a URL. */
const asLines: readonly ClientType[] = ['golang', 'php', 'python']
const inUrls: readonly ClientType[] = ['uri', 'golang', 'nodejs', 'php', 'python', 'jdbc']

/** How the password takes the place of its placeholder. */
export type PasswordPlace = 'prompt' | 'quoted' | 'encoded' | 'plain'
export function passwordPlace(type: ClientType, method: ConnectMethod): PasswordPlace {
  if (type === 'psql') return 'prompt'
  if (type === 'sqlalchemy' || (method !== 'direct' && asLines.includes(type))) return 'quoted'
  return inUrls.includes(type) ? 'encoded' : 'plain'
}
