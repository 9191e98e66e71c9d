import { expect, test } from 'vitest'
import { lateLibraries } from './late-libraries.ts'
import { planted } from './planted.ts'

const main = { 'apps/server/src/main.ts': "await import('./start.ts')" }

test('a large library that is loaded with the server is refused, however indirectly', () => {
  const { checked, broken } = lateLibraries.check(
    planted({
      ...main,
      'apps/server/src/start.ts': "import { a } from '@basalt/sql/a.ts'",
      'packages/sql/src/a.ts': "import { createTransport } from 'nodemailer/lib/nodemailer.js'",
    }),
  )
  expect(checked).toBe(3)
  expect(broken).toEqual(['packages/sql/src/a.ts loads nodemailer/lib/nodemailer.js with the server'])
})

test('a library that is loaded later, or imported only for its types, is allowed', () => {
  const { broken } = lateLibraries.check(
    planted({
      ...main,
      'apps/server/src/start.ts':
        "import type sharp from 'sharp'\nexport const later = () => [import('nodemailer'), import('./s3.ts')]",
      'apps/server/src/s3.ts': "import { S3Client } from '@aws-sdk/client-s3'",
      'apps/server/src/s3.test.ts': "import './s3.ts'",
    }),
  )
  expect(broken).toEqual([])
})
