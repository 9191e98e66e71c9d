import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from './app-error.ts'

const NONCE_MARK = '__CSP_NONCE__'
/** Paths of programs: a wrong one is answered with an error, never with the dashboard's page. */
const API_PATH = /^\/(?:platform|v1|api|p|mcp|health|assets|\.well-known)(?:\/|$|\?)/

/** Serves the built dashboard: hashed assets for a year, the page itself never from a cache. */
export async function addDashboardFiles(app: FastifyInstance, folder: string) {
  const page = path.join(folder, 'index.html')
  if (!existsSync(page)) {
    app.setNotFoundHandler((request) => {
      throw notFound('The page', request.url.split('?')[0]!)
    })
    return
  }
  const [before = '', ...rest] = readFileSync(page, 'utf8').split(NONCE_MARK)

  const sendPage = (reply: FastifyReply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send([before, ...rest].join(reply.cspNonce.style))

  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      const isHashed = path.relative(folder, file).startsWith(`assets${path.sep}`)
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get('/', (_request, reply) => sendPage(reply))
  app.get('/index.html', (_request, reply) => sendPage(reply))
  app.setNotFoundHandler((request: FastifyRequest, reply) => {
    if (request.method !== 'GET' || API_PATH.test(request.url))
      throw notFound('The page', request.url.split('?')[0]!)
    return sendPage(reply)
  })
}
