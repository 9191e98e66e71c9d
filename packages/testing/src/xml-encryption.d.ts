/** What tests use of `xml-encryption`, which has no types. `paths` in tsconfig.json leads here. */

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
