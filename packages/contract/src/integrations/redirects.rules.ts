/** Placeholders in the operator's addresses, replaced by the organization's slug or the installation's id. */
export const redirectPlaceholders = { marketplace: '{slug}', vercel: '{installation_id}' } as const

/** Puts a value into an operator's address. The value is encoded; an address without the placeholder stays as it is. */
export const redirectTo = (template: string, placeholder: string, value: string) =>
  template.replaceAll(placeholder, encodeURIComponent(value))
