/**
 * What tests use of `xml-encryption`, which has no types. Not by `paths` in tsconfig.json, which Playwright would follow
 * to this file.
 */
declare module 'xml-encryption' {
  /** Encrypts a text for the owner of a certificate; resolves to the element EncryptedData. */
  export function encrypt(
    text: string,
    options: {
      rsa_pub: string
      pem: string
      encryptionAlgorithm: string
      keyEncryptionAlgorithm: string
      warnInsecureAlgorithm: boolean
    },
    done: (error: Error | null, xml?: string) => void,
  ): void
}
