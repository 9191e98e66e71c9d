import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { createFolder } from '@basalt/contract/storage/objects.endpoints.ts'
import { createStorageCredential } from '@basalt/contract/storage/storage.endpoints.ts'
import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import { openAppOn, type TestBase } from './app-fixture.ts'
import { PASSWORD, signInAs } from './people.ts'
import { s3ClientOf, storageOf } from './storage-fixture.ts'

/**
 * A server that is killed at a moment of a file's life. Its arguments are the resources as JSON, the project, the action
 * on the file or folder, and the moment: `before write` or `after write` for each method of the blob store, or `during
 * write`.
 */
const [base, ref, action, moment] = process.argv.slice(2) as [string, string, string, string]

let isArmed = false
const dieAt = (now: string) => {
  if (isArmed && moment === now) process.kill(process.pid, 'SIGKILL')
}

async function* endingEarly(body: AsyncIterable<Uint8Array>) {
  for await (const chunk of body) {
    yield chunk
    dieAt('during write')
  }
}

const deadly = (blobs: BlobStore): BlobStore =>
  new Proxy(blobs, {
    get(target, name) {
      const method = Reflect.get(target, name) as (...args: unknown[]) => unknown
      if (name === 'list') return method.bind(target)
      return async (...args: unknown[]) => {
        // Uploads are written with a hash.
        const what = name === 'writeHashed' ? 'write' : String(name)
        dieAt(`before ${what}`)
        const [key, body] = args as [string, AsyncIterable<Uint8Array>]
        const given = what === 'write' ? [key, endingEarly(body)] : args
        const result = await method.apply(target, given)
        dieAt(`after ${what}`)
        return result
      }
    },
  })

const fixture = await openAppOn(JSON.parse(base) as TestBase, { wrapBlobs: deadly })
await fixture.lifecycle.markStopped()
await fixture.lifecycle.resume()
const owner = await signInAs(fixture, 'owner@example.com', PASSWORD)
const { service, url, keyOf } = await storageOf(fixture, owner, ref)
const files = service.from('files')
const name = `${action} ${moment}`

const resume = async () => {
  const encoded = (text: string) => Buffer.from(text).toString('base64')
  const headers = {
    authorization: `Bearer ${keyOf('service_role')}`,
    'tus-resumable': '1.0.0',
    'content-type': 'application/offset+octet-stream',
  }
  const begun = await fetch(`${url}/upload/resumable`, {
    method: 'POST',
    body: 'ne',
    headers: {
      ...headers,
      'upload-length': '3',
      'upload-metadata': `bucketName ${encoded('files')},objectName ${encoded(name)}`,
    },
  })
  const address = new URL(begun.headers.get('location')!, `${url}/upload/resumable`)
  // The next server continues this upload.
  process.stdout.write(address.pathname)
  isArmed = true
  await fetch(address, { method: 'PATCH', body: 'w', headers: { ...headers, 'upload-offset': '2' } })
}

/** A multipart upload by S3, whose bytes are `new`. */
const join = async () => {
  const { body: key } = await owner.call(createStorageCredential, {
    params: { ref },
    body: { description: name },
  })
  const credentials = { accessKeyId: key.access_key, secretAccessKey: key.secret_key }
  const client = s3ClientOf(url, credentials)
  const object = { Bucket: 'files', Key: name }
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(object))
  const part = { ...object, UploadId, PartNumber: 1 }
  const { ETag } = await client.send(new UploadPartCommand({ ...part, Body: 'new' }))
  const completion = { ...object, UploadId, MultipartUpload: { Parts: [{ PartNumber: 1, ETag }] } }
  // The next server completes this upload.
  process.stdout.write(JSON.stringify({ credentials, completion }))
  isArmed = true
  await client.send(new CompleteMultipartUploadCommand(completion))
}

const actions: Record<string, () => Promise<unknown>> = {
  upload: () => files.upload(name, 'new'),
  replace: () => files.upload(name, 'new', { upsert: true }),
  delete: () => files.remove([name]),
  folder: () => owner.call(createFolder, { params: { ref, id: 'files' }, body: { path: name } }),
}
if (['replace', 'delete', 'rejoin'].includes(action)) await files.upload(name, 'old')
if (action === 'resume') await resume()
else if (['join', 'rejoin'].includes(action)) await join()
else {
  isArmed = true
  await actions[action]!()
}
await fixture.storage.janitor.idle()
