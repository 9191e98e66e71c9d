import {
  DEVICE_COOKIE,
  DEVICE_COOKIE_DAYS,
  SESSION_COOKIE,
  SESSION_DAYS,
} from '@basalt/contract/access/access.rules.ts'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply } from 'fastify'

/** Not readable by scripts, not sent with other sites' writes, and sent only over https when https is used. */
const options = (isHttps: boolean): CookieSerializeOptions => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  secure: isHttps,
})

export const setSessionCookie = (reply: FastifyReply, token: string, isHttps: boolean) =>
  reply.setCookie(SESSION_COOKIE, token, { ...options(isHttps), maxAge: SESSION_DAYS * 86_400 })

export const clearSessionCookie = (reply: FastifyReply, isHttps: boolean) =>
  reply.clearCookie(SESSION_COOKIE, options(isHttps))

/** Outlives sessions: a browser stays known after signing out. */
export const setDeviceCookie = (reply: FastifyReply, token: string, isHttps: boolean) =>
  reply.setCookie(DEVICE_COOKIE, token, { ...options(isHttps), maxAge: DEVICE_COOKIE_DAYS * 86_400 })
