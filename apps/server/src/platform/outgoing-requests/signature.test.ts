import { expect, test } from 'vitest'
import { newSigningSecret, signedHeaders } from './signature.ts'

test('signs a message as the Standard Webhooks specification does', () => {
  // The example from the reference libraries of the specification.
  expect(
    signedHeaders('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      body: '{"test": 2432232314}',
      at: new Date(1614265330_500),
    }),
  ).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('each secret is new and has 256 bits', () => {
  const secret = newSigningSecret()
  expect(Buffer.from(secret.replace('whsec_', ''), 'base64')).toHaveLength(32)
  expect(newSigningSecret()).not.toBe(secret)
})
