import { chmodSync, mkdtempSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { removeDataDir } from '@basalt/testing/real-server.ts'
import { makeOrganization, makeProject } from './projects.ts'
import { startServer } from './server.ts'
const dataDir = mkdtempSync('/dev/shm/b18/d/m-'); chmodSync(dataDir, 0o711)
const server = await startServer(dataDir)
const slug = await makeOrganization(server)
const parent = await makeProject(server, slug, 'k7Rw2pXq-MzTd9')
let made = 0
for (const target of (process.env.TABLES ?? '6000').split(',').map(Number)) {
  const t0 = performance.now()
  for (; made < target; made += 500) {
    const r = await server.json('POST', `/platform/pg-meta/${parent}/query`, { query: `do $$ begin for i in ${made}..${made + 499} loop execute format('create table public.t%s (id int primary key)', i); end loop; end $$` })
    if (r?.message) { console.log(JSON.stringify(r)); break }
  }
  console.log(target, 'tables made in', Math.round(performance.now() - t0))
  const from = performance.now()
  const { project_ref: ref } = await server.json('POST', `/v1/projects/${parent}/branches`, { branch_name: `b${target}` })
  for (;;) { const { status, failure } = await server.json('GET', `/v1/branches/${ref}`); if (status === 'ACTIVE_HEALTHY' || failure) { console.log(target, status, failure, Math.round(performance.now() - from), 'ms'); break } await sleep(50) }
  console.log(JSON.stringify(await server.json('POST', `/platform/pg-meta/${ref}/query`, { query: `select count(*)::int as n from pg_class where relkind='r' and relname ~ '^t[0-9]'` })))
  console.log('diff', (await (await server.send('GET', `/v1/branches/${ref}/diff`)).text()).slice(0, 200))
  await server.json('DELETE', `/v1/branches/${ref}`)
}
await server.stop(); removeDataDir(dataDir)
