/** A row of the import table: what the files of a folder may import besides each other. */
export interface Zone {
  /** A folder or a file; `*` stands for one name, and folders with different names may not import each other. */
  readonly place: string
  /** Folders and files of this repository, `*` for one name. */
  readonly imports: readonly string[]
  /** npm packages by name, or every package that the workspace's own package.json declares. */
  readonly npm: readonly string[] | 'declared'
  /** Packages that a `declared` zone may not import. */
  readonly npmNever?: readonly string[]
  /** Whether it may import Node modules. */
  readonly node: boolean
}

const contract = 'packages/contract/src'
const sql = 'packages/sql/src'
const catalog = 'packages/catalog/src'
const dataApi = 'packages/data-api/src'
const tableRows = 'packages/table-rows/src'
const schemaChanges = 'packages/schema-changes/src'
const merge = 'packages/merge/src'
const supervisor = 'packages/postgres-supervisor/src'
const objectStore = 'packages/object-store/src'
const backups = 'packages/backups/src'
const logStore = 'packages/log-store/src'
const wire = 'packages/postgres-wire/src'
const gateway = 'packages/postgres-gateway/src'
/**
 * The interface of every engine, what replicas have on their primary, and what the machine is asked; features may import
 * nothing else of the supervisor.
 */
const engine = ['engine', 'replica-on-primary', 'ipv6', 'boot-id'].map((file) => `${supervisor}/${file}.ts`)
/** The interface of every blob store, the staging area, and the function that frees memory. */
const byteStores = ['blob-store', 'copy-blob', 'staging-area', 'free-memory'].map(
  (file) => `${objectStore}/${file}.ts`,
)
/** The pooler's options and results. */
const pooler = [
  'gateway',
  'gateway-options',
  'process/gateway-process',
  'resolver',
  'statistics',
  'tls/self-signed-certificate',
].map((file) => `${gateway}/${file}.ts`)
const testing = 'packages/testing/src'
const server = 'apps/server/src'
const dashboard = 'apps/dashboard/src'

/** What a feature of the server offers to other features. */
const ports = `${server}/features/*/*.port.ts`

/** What the app shell and each area of the dashboard offer to other areas, besides queries. */
const portsOfDashboard = ['app/*', 'areas/*/*'].flatMap((folder) =>
  ['ts', 'tsx'].map((kind) => `${dashboard}/${folder}/*.port.${kind}`),
)

/** Libraries that fetch, which the product-independent folders may not use. */
const fetching = ['@tanstack/react-query']

/** Who may import whom. Every file has to be in one of these places. */
export const zones: readonly Zone[] = [
  { place: contract, imports: [], npm: ['zod'], node: false },
  { place: sql, imports: [], npm: ['libpg-query'], node: false },
  // PostgreSQL's protocol, for the platform, the pooler and the supervisor.
  { place: wire, imports: [], npm: [], node: true },
  { place: catalog, imports: [sql], npm: [], node: false },
  { place: dataApi, imports: [catalog, sql], npm: [], node: false },
  // A view's columns are traced to those of its table by the Data API's reader of stored queries.
  {
    place: tableRows,
    imports: [catalog, sql, `${dataApi}/schema/view-columns.ts`],
    npm: [],
    node: false,
  },
  { place: schemaChanges, imports: [sql], npm: [], node: false },
  // It computes the same digests as PostgreSQL.
  { place: merge, imports: [sql], npm: 'declared', node: true },
  // What a replica gets from its primary passes through it.
  { place: supervisor, imports: [wire], npm: 'declared', node: true },
  { place: objectStore, imports: [], npm: 'declared', node: true },
  // Backups of any server that speaks the replication protocol, into any store.
  {
    place: backups,
    imports: [`${objectStore}/blob-store.ts`, `${objectStore}/free-memory.ts`, wire],
    npm: [],
    node: true,
  },
  { place: logStore, imports: [], npm: 'declared', node: true },
  // The gateway finds the settings that a statement changes by its tokens.
  { place: gateway, imports: [`${sql}/lexer.ts`, wire], npm: 'declared', node: true },
  {
    place: testing,
    imports: [contract, supervisor],
    npm: ['@noble/curves', '@noble/hashes', 'jose', 'pg', 'vitest', 'xml-crypto', 'xml-encryption'],
    node: true,
  },

  { place: `${server}/http`, imports: [contract, sql, `${server}/platform`], npm: 'declared', node: true },
  {
    place: `${server}/platform`,
    imports: [contract, sql, catalog, ...engine, wire, `${server}/http`, `${server}/config.ts`, ports],
    npm: 'declared',
    node: true,
  },
  {
    place: `${server}/features/*`,
    imports: [
      contract,
      sql,
      catalog,
      dataApi,
      schemaChanges,
      merge,
      tableRows,
      backups,
      logStore,
      ...engine,
      ...byteStores,
      ...pooler,
      `${wire}/lsn.ts`,
      `${wire}/postgres-error.ts`,
      `${wire}/server-address.ts`,
      `${server}/http`,
      `${server}/platform`,
      ports,
    ],
    npm: 'declared',
    node: true,
  },
  {
    place: `${server}/config.ts`,
    imports: [contract, `${server}/platform/port-ranges.rules.ts`],
    npm: ['zod'],
    node: true,
  },
  {
    place: `${server}/test`,
    imports: [
      contract,
      sql,
      catalog,
      dataApi,
      schemaChanges,
      merge,
      tableRows,
      logStore,
      testing,
      supervisor,
      objectStore,
      `${gateway}/gateway.ts`,
      server,
    ],
    npm: 'declared',
    node: true,
  },
  {
    place: server,
    imports: [
      contract,
      sql,
      catalog,
      dataApi,
      tableRows,
      backups,
      logStore,
      supervisor,
      objectStore,
      gateway,
      wire,
      server,
    ],
    npm: 'declared',
    node: true,
  },

  {
    place: `${dashboard}/lib`,
    imports: [`${dashboard}/ui`],
    npm: 'declared',
    npmNever: fetching,
    node: false,
  },
  {
    place: `${dashboard}/ui`,
    imports: [`${dashboard}/lib`],
    npm: 'declared',
    npmNever: fetching,
    node: false,
  },
  {
    place: `${dashboard}/api`,
    imports: [
      contract,
      `${dashboard}/lib`,
      `${dashboard}/ui/feedback/ErrorPanel.tsx`,
      `${dashboard}/ui/feedback/toast.ts`,
    ],
    npm: 'declared',
    node: false,
  },
  {
    place: `${dashboard}/areas/*`,
    imports: [
      contract,
      sql,
      tableRows,
      `${dashboard}/api`,
      `${dashboard}/ui`,
      `${dashboard}/lib`,
      `${dashboard}/areas/*/*/*.queries.ts`,
      ...portsOfDashboard,
    ],
    npm: 'declared',
    node: false,
  },
  {
    place: `${dashboard}/app`,
    imports: [
      contract,
      `${dashboard}/areas`,
      `${dashboard}/api`,
      `${dashboard}/ui`,
      `${dashboard}/lib`,
      `${dashboard}/routeTree.gen.ts`,
    ],
    npm: 'declared',
    node: false,
  },
  {
    place: `${dashboard}/routes`,
    imports: [
      contract,
      `${dashboard}/app`,
      `${dashboard}/areas`,
      `${dashboard}/api`,
      `${dashboard}/ui`,
      `${dashboard}/lib`,
    ],
    npm: 'declared',
    node: false,
  },
  { place: `${dashboard}/test`, imports: [contract, dashboard], npm: 'declared', node: true },
  { place: dashboard, imports: [contract, dashboard], npm: 'declared', node: false },
  { place: 'apps/dashboard', imports: [], npm: 'declared', node: true },

  { place: 'e2e', imports: [contract, testing, 'scripts'], npm: 'declared', node: true },
  {
    place: 'bench',
    imports: [
      contract,
      sql,
      dataApi,
      tableRows,
      backups,
      objectStore,
      logStore,
      testing,
      supervisor,
      gateway,
      wire,
      'scripts',
    ],
    npm: 'declared',
    node: true,
  },
  {
    place: 'scripts',
    imports: [contract, supervisor, testing, 'tools'],
    npm: 'declared',
    node: true,
  },
  { place: 'tools', imports: [], npm: 'declared', node: true },
]

/** What tests of a zone may import in addition: the test package, and what renders or runs the code under test. */
export const testExtras: Readonly<Record<string, readonly string[]>> = {
  [supervisor]: [testing],
  [gateway]: [testing],
  [backups]: [testing, supervisor, objectStore],
  [logStore]: [testing],
  [sql]: [testing],
  [catalog]: [testing],
  [dataApi]: [testing],
  [tableRows]: [testing],
  [schemaChanges]: [testing],
  [merge]: [testing],
  [contract]: [],
  [server]: [testing, supervisor, objectStore, server],
  [dashboard]: [dashboard, testing],
}

/** npm packages that every test may import, wherever they are declared. */
export const testPackages = [
  'vitest',
  'pg',
  'jsdom',
  '@testing-library/react',
  '@testing-library/user-event',
  '@playwright/test',
  '@modelcontextprotocol/sdk',
]
