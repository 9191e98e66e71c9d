import {
  DEVICE_COOKIE,
  DEVICE_COOKIE_DAYS,
  SESSION_COOKIE,
  SESSION_DAYS,
} from '@basalt/contract/access/access.rules.ts'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply } from 'fastify'

/** Out of reach of scripts, sent by no other site's writes, and over https only where https is spoken. */
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

/** Stays when a session ends: signing out does not make a browser a stranger. */
export const setDeviceCookie = (reply: FastifyReply, token: string, isHttps: boolean) =>
  reply.setCookie(DEVICE_COOKIE, token, { ...options(isHttps), maxAge: DEVICE_COOKIE_DAYS * 86_400 })
