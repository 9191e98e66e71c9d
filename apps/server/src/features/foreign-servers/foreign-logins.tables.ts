declare module '../../platform/metadata/metadata-schema.ts' {
  interface MetadataSchema {
    foreign_logins: {
      id: string
      ref: string
      host: string
      port: number
      remote_user: string
      sealed_password: Buffer
      verifier: string
      created_at: Now
    }
  }
}
