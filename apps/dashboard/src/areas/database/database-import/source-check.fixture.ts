import type { SourceCheck } from '@basalt/contract/database-import/database-import.schema.ts'

/** An ordinary source, with what a test is about. */
export const aSourceCheck = ({
  follow,
  ...rest
}: Partial<Omit<SourceCheck, 'follow'>> & { follow?: Partial<SourceCheck['follow']> } = {}): SourceCheck => ({
  version: '15.1',
  database: 'shop',
  bytes: 1,
  is_encrypted: true,
  obstacle: null,
  schemas: [],
  extensions: [],
  roles: [],
  owners: ['postgres'],
  large_objects: 0,
  ...rest,
  follow: { obstacles: [], unsuitable_tables: [], unsuitable_schemas: [], ...follow },
})
