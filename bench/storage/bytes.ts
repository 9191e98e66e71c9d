import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, mkdirSync } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import http from 'node:http'
import path from 'node:path'
import { median, medianOf, report } from '../report.ts'
import type { StorageProject } from './storage-project.ts'

const AT_ONCE = 10
const SMALL_BYTES = 1024
const MEGABYTE = 1024 ** 2
const FIRST_BYTES = 50
/** The speed of a shared disk varies. */
const LARGE_TIMES = 3
const TUS = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' }

const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE })

/** One request whose response body is discarded. Resolves to its headers and the milliseconds to its last byte. */
const exchange = (url: string, options: http.RequestOptions, body?: Buffer) =>
  new Promise<{ headers: http.IncomingHttpHeaders; ms: number }>((resolve, reject) => {
    const from = performance.now()
    const request = http.request(url, { ...options, agent }, (response) => {
      response.resume()
      response.once('end', () => {
        const ms = performance.now() - from
        if (response.statusCode! >= 400) reject(new Error(`${url} answered ${response.statusCode}`))
        else resolve({ headers: response.headers, ms })
      })
    })
    request.once('error', reject)
    request.end(body)
  })

/** Disconnects as soon as the first byte arrives. */
const untilFirstByte = (url: string, options: http.RequestOptions) =>
  new Promise<void>((resolve, reject) => {
    const request = http.request(url, { ...options, agent: false }, (response) => {
      response.once('data', () => {
        request.destroy()
        resolve()
      })
    })
    request.once('error', reject)
    request.end()
  })

/** Many small files, written through the API and with `fs`. */
export async function benchSmallFiles({ service, headers, dataDir }: StorageProject, count: number) {
  const small = randomBytes(SMALL_BYTES)
  const folder = path.join(dataDir, 'small')
  mkdirSync(folder)
  const perSecond = async (work: (index: number) => Promise<unknown>) => {
    let next = 0
    const worker = async () => {
      while (next < count) await work(next++)
    }
    const ms = await medianOf(1, () => Promise.all(Array.from({ length: AT_ONCE }, worker)))
    return (count / ms) * 1000
  }
  const upload = (where: string) => (index: number) =>
    exchange(
      `${service}/object/bench/${where}/${index}`,
      {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/octet-stream', 'content-length': SMALL_BYTES },
      },
      small,
    )
  await perSecond(upload('warm'))
  report({
    bench: `${count} files of 1 KB, ${AT_ONCE} at a time`,
    unit: 'per second',
    value: await perSecond(upload('small')),
    yardstick: {
      what: 'writing the same files, flushed',
      value: await perSecond((index) => writeFile(path.join(folder, String(index)), small, { flush: true })),
    },
    target: '≥ 500 a second',
  })
}

/** Uploads one large file in parts, and downloads it. */
export async function benchLargeFile(project: StorageProject, megabytes: number) {
  const { server, service, headers, dataDir } = project
  const large = path.join(dataDir, 'large')
  await writeLarge(large, megabytes)
  for (const [partMegabytes, target] of [
    [6, '≤ 5× (20 %)'],
    [50, '≤ 3.3× (30 %)'],
  ] as const) {
    const uploads = []
    for (let time = 0; time < LARGE_TIMES; time++) {
      const copyMs = await medianOf(1, async () => {
        execFileSync('cp', [large, `${large}.copy`])
        execFileSync('sync', [`${large}.copy`])
      })
      const cpuBefore = server.cpuMicroseconds()
      const parts = await uploadInParts(project, `large-${partMegabytes}-${time}`, megabytes, partMegabytes)
      uploads.push({ copyMs, parts, cpuMs: (server.cpuMicroseconds() - cpuBefore) / 1000 })
    }
    const what = `a resumable upload of ${megabytes} MB in parts of ${partMegabytes} MB`
    report({
      bench: what,
      unit: 'ms',
      value: median(uploads.map(({ parts }) => parts.reduce((sum, ms) => sum + ms, 0))),
      yardstick: { what: 'cp and sync', value: median(uploads.map(({ copyMs }) => copyMs)) },
      target,
    })
    report({
      bench: `the last part of ${partMegabytes} MB`,
      unit: 'ms',
      value: median(uploads.map(({ parts }) => parts.at(-1)!)),
      yardstick: {
        what: 'the median of the others',
        value: median(uploads.map(({ parts }) => median(parts.slice(0, -1)))),
      },
      target: 'no more than the others',
    })
    report({
      bench: `CPU time of the server for ${what}`,
      unit: 'ms',
      value: median(uploads.map(({ cpuMs }) => cpuMs)),
      yardstick: {
        what: 'md5sum',
        value: await medianOf(LARGE_TIMES, async () => void execFileSync('md5sum', [large])),
      },
      target: 'little more than MD5',
    })
  }

  const address = `${service}/object/authenticated/bench/large-50-0`
  const byHand = await medianOf(FIRST_BYTES, () => firstByte(large))
  for (const [which, get] of [
    ['over an open connection', () => exchange(address, { headers: { ...headers, range: 'bytes=0-0' } })],
    ['over a new connection', () => untilFirstByte(address, { headers })],
  ] as const) {
    await get()
    report({
      bench: `the first byte of a download of ${megabytes} MB, ${which}`,
      unit: 'ms',
      value: await medianOf(FIRST_BYTES, get),
      yardstick: { what: 'opening the file and reading one', value: byHand },
      target: '≤ 20 ms',
    })
  }
  const download = await exchange(address, { headers })
  report({
    bench: `a download of ${megabytes} MB`,
    unit: 'ms',
    value: download.ms,
    yardstick: {
      what: 'cat to /dev/null through a pipe',
      value: await medianOf(
        3,
        async () => void execFileSync('sh', ['-c', `cat '${large}' | cat >/dev/null`]),
      ),
    },
    target: 'little more than a pipe',
  })
}

async function writeLarge(file: string, megabytes: number) {
  const stream = createWriteStream(file)
  const piece = randomBytes(MEGABYTE)
  for (let count = 0; count < megabytes; count++) if (!stream.write(piece)) await once(stream, 'drain')
  stream.end()
  await once(stream, 'finish')
}

async function firstByte(file: string) {
  const handle = await open(file)
  await handle.read(Buffer.alloc(1), 0, 1, 0)
  await handle.close()
}

/** Uploads in full parts; resolves to the milliseconds of each. */
async function uploadInParts(
  { service, headers }: StorageProject,
  name: string,
  megabytes: number,
  partMegabytes: number,
) {
  const part = randomBytes(partMegabytes * MEGABYTE)
  const count = Math.floor(megabytes / partMegabytes)
  const metadata = Object.entries({ bucketName: 'bench', objectName: name })
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')
  const url = `${service}/upload/resumable`
  const created = await exchange(url, {
    method: 'POST',
    headers: {
      ...headers,
      'tus-resumable': '1.0.0',
      'upload-length': count * part.length,
      'upload-metadata': metadata,
    },
  })
  const location = new URL(created.headers.location ?? '', url).href
  const times: number[] = []
  for (let index = 0; index < count; index++) {
    const options = {
      method: 'PATCH',
      headers: { ...headers, ...TUS, 'upload-offset': index * part.length, 'content-length': part.length },
    }
    times.push((await exchange(location, options, part)).ms)
  }
  return times
}
