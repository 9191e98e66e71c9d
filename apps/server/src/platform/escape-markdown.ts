/** For text from elsewhere, such as a failure that quotes paths and settings. */
export const escapeMarkdown = (text: string) => text.replace(/[\\`*_[\]]/g, '\\$&')
