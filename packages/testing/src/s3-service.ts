import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'

/** A service that speaks as much of S3 as a store of backups needs, and misbehaves while `fault` is set. */
export async function anS3Service() {
  const objects = new Map<string, Buffer>()
  /** Parts of uploads that have not ended, by upload and number. */
  const uploads = new Map<string, Map<number, Buffer>>()
  const state: {
    /** Returns whether it has answered, or left the request without an answer. */
    fault?: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined
    /** Before each answer. */
    delayMs?: number
  } = {}
  const listed = (prefix: string) => {
    const contents = [...objects]
      .map(([path, body]) => ({ key: path.replace(/^\/[^/]+\//, ''), body }))
      .filter(({ key }) => key.startsWith(prefix))
      .map(
        ({ key, body }) =>
          `<Contents><Key>${key}</Key><LastModified>${new Date().toISOString()}</LastModified><Size>${body.length}</Size></Contents>`,
      )
    return `<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`
  }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const key = new URL(request.url!, 'http://s3').pathname
    const body = await buffer(request)
    if (state.delayMs) await setTimeout(state.delayMs)
    if (state.fault?.(request, response)) return
    const { searchParams } = new URL(request.url!, 'http://s3')
    const upload = searchParams.get('uploadId')
    if (request.method === 'POST') {
      if (upload === null) {
        const id = String(uploads.size + 1)
        uploads.set(id, new Map())
        return response.end(
          `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
        )
      }
      const parts = [...uploads.get(upload)!].toSorted(([a], [b]) => a - b)
      objects.set(key, Buffer.concat(parts.map(([, part]) => part)))
      return response.end(
        '<CompleteMultipartUploadResult><ETag>"whole"</ETag></CompleteMultipartUploadResult>',
      )
    }
    if (request.method === 'PUT') {
      if (upload === null) objects.set(key, body)
      else uploads.get(upload)!.set(Number(searchParams.get('partNumber')), body)
      response.setHeader('etag', `"${createHash('md5').update(body).digest('hex')}"`)
      return response.end()
    }
    if (request.method === 'DELETE') {
      if (upload === null) objects.delete(key)
      response.statusCode = 204
      return response.end()
    }
    if (searchParams.has('list-type')) return response.end(listed(searchParams.get('prefix') ?? ''))
    const object = objects.get(key)
    if (!object) {
      response.statusCode = 404
      return response.end('<Error><Code>NoSuchKey</Code></Error>')
    }
    const [, from, to] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? []
    response.statusCode = from === undefined ? 200 : 206
    response.end(from === undefined ? object : object.subarray(Number(from), Number(to) + 1))
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const location = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'local',
    bucket: 'backups',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
  }
  return {
    state,
    location,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
