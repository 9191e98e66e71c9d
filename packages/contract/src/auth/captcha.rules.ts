/** Services that verify captchas, by the names of the interface. */
export const captchaProviders = ['hcaptcha', 'turnstile'] as const
export type CaptchaProvider = (typeof captchaProviders)[number]

export const captchas: Record<CaptchaProvider, { name: string; url: string }> = {
  hcaptcha: { name: 'hCaptcha', url: 'https://api.hcaptcha.com/siteverify' },
  turnstile: { name: 'Turnstile', url: 'https://challenges.cloudflare.com/turnstile/v0/siteverify' },
}
