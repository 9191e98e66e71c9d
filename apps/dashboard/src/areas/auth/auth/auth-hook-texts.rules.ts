import type { HookKind } from '@basalt/contract/auth/auth-hooks.rules.ts'

interface HookText {
  title: string
  description: string
  /** A function that shows what the hook gets and answers. */
  example: string
}

const example = (name: string, body: string) => `create function public.${name}(event jsonb)
returns jsonb language plpgsql as $$
begin
${body}
end $$;`

/** What each hook is for. */
export const hookTexts: Record<HookKind, HookText> = {
  before_user_created: {
    title: 'Before a user is created',
    description: 'Decides who may sign up.',
    example: example(
      'before_user_created',
      `  if event -> 'user' ->> 'email' not like '%@example.com' then
    return '{"error": {"http_code": 403, "message": "Use your work address"}}';
  end if;
  return '{}';`,
    ),
  },
  custom_access_token: {
    title: 'Claims of access tokens',
    description: 'Adds claims that policies read with auth.jwt().',
    example: example(
      'custom_access_token',
      `  return jsonb_build_object('claims',
    event -> 'claims' || '{"plan": "pro"}');`,
    ),
  },
  password_verification_attempt: {
    title: 'Password attempts',
    description: 'Sees each attempt, right or wrong, and can reject it.',
    example: example('password_verification_attempt', `  return '{"decision": "continue"}';`),
  },
  mfa_verification_attempt: {
    title: 'Second-factor attempts',
    description: 'Sees each attempt, right or wrong, and can reject it.',
    example: example('mfa_verification_attempt', `  return '{"decision": "continue"}';`),
  },
  send_email: {
    title: 'Send mail',
    description: 'Sends mail to users instead of the mail server.',
    example: example(
      'send_email',
      `  insert into public.outbox (recipient, code)
  values (event -> 'user' ->> 'email', event -> 'email_data' ->> 'token');
  return '{}';`,
    ),
  },
  send_sms: {
    title: 'Send text messages',
    description: 'Sends codes to phones instead of the message service.',
    example: example(
      'send_sms',
      `  insert into public.outbox (recipient, code)
  values (event -> 'sms' ->> 'phone', event -> 'sms' ->> 'otp');
  return '{}';`,
    ),
  },
}
