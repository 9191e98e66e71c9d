/** For text that is not ours, such as a failure that quotes paths and settings: its signs mean nothing. */
export const escapeMarkdown = (text: string) => text.replace(/[\\`*_[\]]/g, '\\$&')
