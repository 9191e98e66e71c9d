import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inRepository } from '../scripts/repository.ts'

const ACTIONS = [
  'Sign up',
  'Sign in',
  'Forgot password',
  'Set password',
  'Add factor',
  'Verify',
  'Use Acme',
  'Text me',
  'Enter code',
  'Add passkey',
  'Use passkey',
  'Add security key',
  'Use security key',
  'Use company',
  'Use wallet',
  'Make codes',
  'Use recovery code',
  'Sign out',
]

/** The app that a user of a project sees: a form, and below it who is signed in. */
const page = (url: string, key: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>The shop</title></head><body>
<h1>The shop</h1>
<label>Email <input id="email"></label>
<label>Phone <input id="phone"></label>
<label>Password <input id="password" type="password"></label>
<label>Code <input id="code"></label>
<p>${ACTIONS.map((name) => `<button>${name}</button>`).join(' ')}</p>
<p role="status">Loading</p><p id="secret"></p><p role="alert"></p>
<script src="/supabase.js"></script>
<script>
const { auth } = supabase.createClient(${JSON.stringify(url)}, ${JSON.stringify(key)}, { auth: { flowType: 'pkce', experimental: { recoveryCodes: true } } })
const of = (id) => document.getElementById(id).value
const show = async (event) => {
  const { data: { user } } = await auth.getUser()
  const level = user ? (await auth.mfa.getAuthenticatorAssuranceLevel()).data.currentLevel : ''
  document.querySelector('[role=status]').textContent = user ? [user.email || user.phone || user.user_metadata.custom_claims?.address, level, event].join(' ') : 'Nobody'
}
auth.onAuthStateChange((event) => setTimeout(() => show(event)))
const redirectTo = location.origin + '/'
const actions = {
  'Sign up': () => auth.signUp({ email: of('email'), password: of('password'), options: { emailRedirectTo: redirectTo } }),
  'Sign in': () => auth.signInWithPassword({ email: of('email'), password: of('password') }),
  'Forgot password': () => auth.resetPasswordForEmail(of('email'), { redirectTo }),
  'Set password': () => auth.updateUser({ password: of('password') }),
  'Add factor': async () => {
    const { data, error } = await auth.mfa.enroll({ factorType: 'totp' })
    document.getElementById('secret').textContent = data ? data.totp.secret : ''
    return { error }
  },
  Verify: async () => {
    const { data } = await auth.mfa.listFactors()
    return auth.mfa.challengeAndVerify({ factorId: data.all.at(-1).id, code: of('code') })
  },
  'Text me': () => auth.signInWithOtp({ phone: of('phone') }),
  'Enter code': () => auth.verifyOtp({ phone: of('phone'), token: of('code'), type: 'sms' }),
  'Add passkey': () => auth.registerPasskey(),
  'Use passkey': () => auth.signInWithPasskey(),
  'Add security key': () => auth.mfa.webauthn.register({ friendlyName: 'Key' }),
  'Use security key': async () => {
    const { data } = await auth.mfa.listFactors()
    return auth.mfa.webauthn.authenticate({ factorId: data.webauthn[0].id })
  },
  'Use company': () => auth.signInWithSSO({ domain: 'company.example', options: { redirectTo } }),
  'Use Acme': () => auth.signInWithOAuth({ provider: 'custom:acme', options: { redirectTo } }),
  'Use wallet': () => auth.signInWithWeb3({ chain: 'ethereum', statement: 'Welcome to the shop.' }),
  'Make codes': async () => {
    const { data, error } = await auth.mfa.recoveryCodes.generate()
    document.getElementById('secret').textContent = data ? data.codes[0] : ''
    return { error }
  },
  'Use recovery code': () => auth.mfa.recoveryCodes.verify({ code: of('code') }),
  'Sign out': () => auth.signOut(),
}
for (const button of document.querySelectorAll('button'))
  button.onclick = async () => {
    const { error } = await actions[button.textContent]()
    document.querySelector('[role=alert]').textContent = error ? error.code || error.name + ': ' + error.message : button.textContent + ' done'
  }
</script></body></html>`

/** Serves the app on an origin of its own; `api` is the address of the project's APIs. */
export async function openAuthAppSite(api: string, key: string) {
  const library = readFileSync(inRepository('node_modules/@supabase/supabase-js/dist/umd/supabase.js'))
  const server = createServer(({ url = '/' }, reply) => {
    const isLibrary = url === '/supabase.js'
    reply.setHeader('content-type', isLibrary ? 'text/javascript' : 'text/html; charset=utf-8')
    reply.end(isLibrary ? library : page(api, key))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    // Another name than the server's, so that nothing is shared with it.
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    [Symbol.dispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}
