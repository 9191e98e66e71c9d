/**
 * The nonce of the page's Content-Security-Policy, for the few libraries that add a style element; undefined when the
 * page was served without one. Browsers hide the attribute from scripts but expose the property.
 */
export const cspNonce = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined
