/** Placeholders in the operator's addresses, replaced by the organization's slug or the installation's id. */
export const redirectPlaceholders = { marketplace: '{slug}', vercel: '{installation_id}' } as const

/** Replaces the placeholder in an operator's URL with the percent-encoded value. */
export const redirectTo = (template: string, placeholder: string, value: string) =>
  template.replaceAll(placeholder, encodeURIComponent(value))
