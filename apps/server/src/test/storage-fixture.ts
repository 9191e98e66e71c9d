import type { AddressInfo } from 'node:net'
import { S3Client } from '@aws-sdk/client-s3'
import { listApiKeys } from '@basalt/contract/keys/keys.endpoints.ts'
import { StorageClient } from '@supabase/storage-js'
import pg from 'pg'
import { expect } from 'vitest'
import { openApp, type openAppOn } from './app-fixture.ts'
import { anOrganization, aProject, type Person, reaches, signUp } from './people.ts'

type Options = NonNullable<Parameters<typeof openApp>[1]>

export type StorageFixture = Awaited<ReturnType<typeof openStorage>>

/** A listening server, with a project for storing files. */
export async function openStorage(options: Options = {}) {
  const fixture = await openApp({}, options)
  const owner = await signUp(fixture)
  const project = await aProject(owner, await anOrganization(owner), { db_pass: DATABASE_PASSWORD })
  await reaches(owner, project.ref, 'ACTIVE_HEALTHY')
  return { ...fixture, ...(await storageOf(fixture, owner, project.ref)) }
}

/** Helpers for the storage of a project. */
export async function storageOf(
  {
    app,
    engine,
    storage,
    secretsOf,
  }: Pick<Awaited<ReturnType<typeof openAppOn>>, 'app' | 'engine' | 'storage' | 'secretsOf'>,
  owner: Person,
  ref: string,
) {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const url = `${origin}/p/${ref}/storage/v1`
  const { body: keys } = await owner.call(listApiKeys, { params: { ref } })
  const keyOf = (name: 'anon' | 'service_role') => keys.find((key) => key.name === name)!.api_key!
  const clientWith = (key: string) => new StorageClient(url, { apikey: key, authorization: `Bearer ${key}` })
  const service = clientWith(keyOf('service_role'))
  let bucketCount = 0
  return {
    owner,
    ref,
    origin,
    url,
    keyOf,
    clientWith,
    /** Bypasses all policies. */
    service,
    /** Creates a bucket for one test. */
    async aBucket(options: Parameters<StorageClient['createBucket']>[1] = { public: false }) {
      const name = `bucket-${++bucketCount}`
      expect(await service.createBucket(name, options)).toEqual({ data: { name }, error: null })
      return name
    },
    filesOf: (bucket: string): ReturnType<StorageClient['from']> => service.from(bucket),
    async put(bucket: string, path: string, body: string | Buffer = 'hello', contentType = 'text/plain') {
      const { error } = await service.from(bucket).upload(path, body, { contentType })
      expect(error).toBeNull()
    },
    anon: clientWith(keyOf('anon')),
    /** Runs SQL as the user's own role, as the SQL editor would. */
    async sql(text: string, values: unknown[] = []) {
      const { endpoint } = await engine.facts(ref)
      const client = new pg.Client({
        ...endpoint!,
        user: 'postgres',
        database: 'postgres',
        password: DATABASE_PASSWORD,
      })
      await client.connect()
      try {
        return (await client.query(text, values)).rows
      } finally {
        await client.end()
      }
    },
    /** The secret that signs the project's tokens. */
    jwtSecret: () => secretsOf.read(ref, 'jwt_secret'),
    /** The keys of all stored bytes of the project. */
    async blobs() {
      await storage.janitor.idle()
      const found: string[] = []
      for await (const { key } of storage.blobs.list(ref)) found.push(key)
      return found
    },
  }
}

/** A client of the S3 protocol of a project's storage, which tries each call once. */
export const s3ClientOf = (
  storageUrl: string,
  credentials: { accessKeyId: string; secretAccessKey: string },
) =>
  new S3Client({
    endpoint: `${storageUrl}/s3`,
    region: 'local',
    forcePathStyle: true,
    maxAttempts: 1,
    credentials,
  })

export const DATABASE_PASSWORD = 'k7Rw2pXq-MzTd9-db'

/** The text of a download. */
export async function textOf(reply: { data: Blob | null; error: unknown }) {
  expect(reply.error).toBeNull()
  return reply.data!.text()
}
