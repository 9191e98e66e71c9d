import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { getProfile } from '@basalt/contract/access/access.endpoints.ts'
import { SESSION_COOKIE } from '@basalt/contract/access/access.rules.ts'
import { getInstallationConfig } from '@basalt/contract/installation/installation.endpoints.ts'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from './app-error.ts'
import { ASSETS, addDashboardScripts, FOR_A_YEAR } from './dashboard-scripts.ts'
import { allowStyles } from './security-headers.ts'

const NONCE_MARK = '__CSP_NONCE__'
const SESSION_MARK = '__SESSION__'
/** Paths of APIs: an unknown one is answered with an error, never with the dashboard's page. */
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
  const html = readFileSync(page, 'utf8')
  const pageWith = (session: string) => html.replace(SESSION_MARK, session).split(NONCE_MARK)
  const anonymousPage = pageWith('none')
  const sessionPage = pageWith('sent')

  const sendPage = (request: FastifyRequest, reply: FastifyReply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('link', preloadedPaths(request).map(preload).join(', '))
      .send((hasSession(request) ? sessionPage : anonymousPage).join(allowStyles(reply)))

  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      const isHashed = path.relative(folder, file).startsWith(`${ASSETS}${path.sep}`)
      reply.header('cache-control', isHashed ? FOR_A_YEAR : 'no-cache')
    },
  })
  addDashboardScripts(app, folder)
  app.get('/', sendPage)
  app.get('/index.html', sendPage)
  app.setNotFoundHandler((request: FastifyRequest, reply) => {
    if (request.method !== 'GET' || API_PATH.test(request.url) || !acceptsHtml(request))
      throw notFound('The page', request.url.split('?')[0]!)
    return sendPage(request, reply)
  })
}

/** Browsers request HTML when they open an address; a probe or a scraper would be misled by the page. */
const acceptsHtml = ({ headers }: FastifyRequest) => headers.accept?.includes('text/html') ?? false

/** The calls that every page makes before it renders. The browser sends them while it still loads the program. */
const preloadedPaths = (request: FastifyRequest) =>
  hasSession(request) ? [getInstallationConfig.path, getProfile.path] : [getInstallationConfig.path]

/** Whether the browser sent a session, valid or not. */
const hasSession = ({ cookies }: FastifyRequest) => cookies[SESSION_COOKIE] !== undefined

const preload = (path: string) => `<${path}>; rel=preload; as=fetch; crossorigin`
