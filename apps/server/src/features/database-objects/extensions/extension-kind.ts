import { extension } from '@basalt/catalog/database-objects/extensions.ts'
import type {
  Extension,
  ExtensionDraft,
} from '@basalt/contract/database-objects/extensions/extensions.schema.ts'
import { isProtectedSchema } from '@basalt/contract/table-editor/entities.rules.ts'
import {
  createExtension,
  dropExtension,
  extensionProblems,
  updateExtension,
} from '@basalt/schema-changes/extension.ts'
import { quoteLiteral } from '@basalt/sql/quote.ts'
import type { ChangedKind } from '../object-kind.ts'

/** The schema that the platform has for objects of extensions. */
const EXTENSIONS_SCHEMA = 'extensions'

/** Functions are written in it, those of the platform too. */
const LANGUAGE = 'plpgsql'

export const extensionKind: ChangedKind<ExtensionDraft, Extension> = {
  title: 'Extension',
  catalog: 'pg_extension',
  isOpenInProtectedSchemas: true,
  one: extension,
  read(json) {
    const { id, owner, comment, name, schema, version } = JSON.parse(json) as ExtensionDraft &
      Pick<Extension, 'id' | 'owner' | 'comment'>
    // The platform's superuser owns extensions, and its functions change them for the member.
    return { id, owner, comment, is_owned: true, extension: null, draft: { name, schema, version } }
  },
  refusals: ({ draft }) => ({
    drop: draft.name === LANGUAGE ? 'The functions of the platform are written in it.' : null,
  }),
  problems: (draft, current) => [
    ...extensionProblems(draft, current?.draft),
    ...(!current && draft.schema !== EXTENSIONS_SCHEMA && isProtectedSchema(draft.schema)
      ? [
          {
            path: 'schema',
            message: `The schema ${draft.schema} is managed by the platform. Choose another one.`,
          },
        ]
      : []),
  ],
  create: createExtension,
  edit: ({ draft: current }, draft) => updateExtension(current, draft),
  drop: ({ draft }, { cascade }) => [dropExtension(draft, cascade)],
  oidOf: ({ name }) => `(select oid from pg_catalog.pg_extension where extname = ${quoteLiteral(name)})`,
}
