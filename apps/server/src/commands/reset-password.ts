// `npm run reset-password -- <email>`: prints a link that sets a new password, once.
import { createResetLink } from '@basalt/contract/access/access.endpoints.ts'
import { resetProof } from '../features/access/password-reset.ts'
import { secretsWith } from '../platform/secrets/secrets.ts'
import { StartError } from '../platform/start-error.ts'
import { runCommand } from './run-command.ts'

await runCommand(async ({ args, running }) => {
  const [email, ...rest] = args
  if (!email || rest.length > 0)
    throw new StartError('Give one email address: npm run reset-password -- ann@example.com')
  const { origin, key, publicUrl } = await running()
  const address = email.trim().toLowerCase()
  const reply = await fetch(new URL(createResetLink.path, origin), {
    method: createResetLink.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: address, proof: resetProof(secretsWith(key), address, new Date()) }),
  })
  const body: unknown = await reply.json()
  if (!reply.ok) throw new StartError((body as { message: string }).message)
  const { token, expires_at } = createResetLink.response.parse(body)
  const link = new URL(`/reset-password#token=${token}`, publicUrl ?? origin)
  console.log(`Set a new password for ${address} at\n${link.href}\nThe link works once, until ${expires_at}.`)
})
