import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { getLegalDocuments } from '@basalt/contract/documents/documents.endpoints.ts'
import type { LegalDocuments } from '@basalt/contract/documents/documents.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { FastifyInstance } from 'fastify'
import type { Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import { thirdPartyOf } from './third-party.ts'

interface Deps {
  gates: Gates
  productDir: string
  isMetadataExternal: boolean
  releasesUrl: string | undefined
  mailUrl: string | undefined
}

const hostOf = (url: string | undefined) => (url === undefined ? null : new URL(url).host)

/** The files are read each time, because requests are rare and an upgrade changes the files. */
export const documentRoutes =
  ({ gates, productDir, isMetadataExternal, releasesUrl, mailUrl }: Deps) =>
  async (app: FastifyInstance) => {
    mount(
      app,
      getLegalDocuments,
      gates.organization(needs.seeOrganization),
      async (): Promise<LegalDocuments> => {
        const [text, lockfile] = await Promise.all(
          ['LICENSE', 'package-lock.json'].map((file) => readFile(path.join(productDir, file), 'utf8')),
        )
        return {
          licence: { name: 'Apache License 2.0', text: text ?? '' },
          third_party: thirdPartyOf(lockfile ?? ''),
          data_location: {
            metadata: isMetadataExternal ? 'external' : 'embedded',
            releases_host: hostOf(releasesUrl),
            mail_host: hostOf(mailUrl),
          },
        }
      },
    )
  }
