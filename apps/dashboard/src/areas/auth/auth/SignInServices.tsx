import type { ComponentProps } from 'react'
import { SamlKeys } from './SamlKeys.tsx'
import { SignInProviders } from './SignInProviders.tsx'
import { SmsForm } from './SmsForm.tsx'
import { SsoProviders } from './SsoProviders.tsx'

/** What other services take part in signing in. */
export const SignInServices = (props: ComponentProps<typeof SignInProviders>) => (
  <>
    <SmsForm {...props} />
    <SignInProviders {...props} />
    <SsoProviders {...props} />
    <SamlKeys {...props} />
  </>
)
