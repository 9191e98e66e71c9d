import type { GuideFile } from './guide.ts'

/** The URLs that an ORM connects to, with a placeholder for the password. */
export interface OrmUrls {
  /** For the application: many short transactions. */
  pooled: string
  /** For migrations, which need a dedicated session. */
  direct: string
  /** Preferable URLs that this network may not reach, added as comments. */
  dedicated?: { pooled: string; direct: string; why: string }
}

export interface Orm {
  key: string
  label: string
  docsUrl: string
  install: string
  /** The commands that generate the client and run the program. */
  run: string
  files(urls: OrmUrls): readonly GuideFile[]
}

/** Tells the client that named prepared statements do not survive a transaction. */
const forPooler = (url: string) => `${url}${url.includes('?') ? '&' : '?'}pgbouncer=true`

const commented = (urls: OrmUrls, lines: (one: { pooled: string; direct: string }) => string[]) =>
  urls.dedicated ? [``, `# ${urls.dedicated.why}`, ...lines(urls.dedicated).map((line) => `# ${line}`)] : []

const prismaLines = ({ pooled, direct }: { pooled: string; direct: string }) => [
  `DATABASE_URL="${forPooler(pooled)}"`,
  `DIRECT_URL="${direct}"`,
]

const PRISMA_CONFIG = `import 'dotenv/config'
import { defineConfig, env } from 'prisma/config'

export default defineConfig({
  schema: 'prisma/schema.prisma',
  // Migrations need a dedicated session.
  datasource: { url: env('DIRECT_URL') },
})
`

const PRISMA_SCHEMA = `generator client {
  provider = "prisma-client"
  output   = "../generated/prisma"
}

datasource db {
  provider = "postgresql"
}

model Todo {
  id   BigInt @id @default(autoincrement())
  name String

  @@map("todos")
}
`

const PRISMA_INDEX = `import 'dotenv/config'
import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient } from './generated/prisma/client'

const adapter = new PrismaPg({ connectionString: process.env.DATABASE_URL })
const prisma = new PrismaClient({ adapter })

const todos = await prisma.todo.findMany()
console.log(todos.map(({ name }) => name))
await prisma.$disconnect()
`

const prisma: Orm = {
  key: 'prisma',
  label: 'Prisma',
  docsUrl: 'https://www.prisma.io/docs',
  install: `npm install @prisma/client@7 @prisma/adapter-pg@7 dotenv
npm install --save-dev prisma@7 tsx`,
  run: `npx prisma generate
npx tsx index.ts`,
  files: (urls) => [
    {
      name: '.env',
      code: [
        '# The pooler, for the application',
        prismaLines(urls)[0],
        '# A dedicated session, for migrations',
        prismaLines(urls)[1],
        ...commented(urls, prismaLines),
      ].join('\n'),
    },
    { name: 'prisma.config.ts', code: PRISMA_CONFIG },
    { name: 'prisma/schema.prisma', code: PRISMA_SCHEMA },
    { name: 'index.ts', code: PRISMA_INDEX },
  ],
}

const DRIZZLE_SCHEMA = `import { bigint, pgTable, text } from 'drizzle-orm/pg-core'

export const todos = pgTable('todos', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
})
`

const DRIZZLE_INDEX = `import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { todos } from './drizzle/schema.ts'

// The transaction pooler does not support prepared statements.
const client = postgres(process.env.DATABASE_URL!, { prepare: false })
const db = drizzle({ client })

const rows = await db.select().from(todos)
console.log(rows.map(({ name }) => name))
await client.end()
`

const drizzle: Orm = {
  key: 'drizzle',
  label: 'Drizzle',
  docsUrl: 'https://orm.drizzle.team/docs/overview',
  install: 'npm install drizzle-orm postgres',
  run: 'node --env-file=.env index.ts',
  files: (urls) => [
    {
      name: '.env',
      code: [
        `DATABASE_URL="${urls.pooled}"`,
        ...commented(urls, ({ pooled }) => [`DATABASE_URL="${pooled}"`]),
      ].join('\n'),
    },
    { name: 'drizzle/schema.ts', code: DRIZZLE_SCHEMA },
    { name: 'index.ts', code: DRIZZLE_INDEX },
  ],
}

/** ORMs, in the order offered. */
export const orms: readonly Orm[] = [prisma, drizzle]
