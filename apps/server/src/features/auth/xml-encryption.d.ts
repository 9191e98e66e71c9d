/** What this server uses of `xml-encryption`, which has no types. `paths` in tsconfig.json leads here. */

/** Decrypts the element EncryptedData within a document. `key` is a private key in PEM. */
export function decrypt(
  xml: string,
  options: { key: string; disallowDecryptionWithInsecureAlgorithm: boolean },
  done: (error: Error | null, xml?: string) => void,
): void
