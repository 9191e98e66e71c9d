import { expect, test } from 'vitest'
import { renderTemplate, type TemplateValues, templateDefaults, templateProblem } from './templates.rules.ts'

const values: TemplateValues = {
  ConfirmationURL: 'https://a.example/verify?token=1&type=signup',
  Token: '123456',
  TokenHash: 'abc',
  SiteURL: 'https://a.example',
  RedirectTo: 'https://a.example',
  Email: 'ann@example.com',
  NewEmail: '',
  Data: { name: '<b>Ann</b>', list: [1] },
}

test('values are escaped in the content and kept on one line in the subject', () => {
  const subject = '{{ .Data.name }}{{.Data.missing}}\n{{ .Data.constructor }}'
  expect(
    renderTemplate(
      {
        subject: subject.replace('\n', ' '),
        content: '<a href="{{ .ConfirmationURL }}">{{ .Data.name }}</a> {{ .Data.list }}',
      },
      values,
    ),
  ).toEqual({
    subject: '<b>Ann</b> ',
    html: '<a href="https://a.example/verify?token=1&amp;type=signup">&lt;b&gt;Ann&lt;/b&gt;</a> [1]',
  })
  expect(
    renderTemplate({ subject: '{{ .Email }}', content: '' }, { ...values, Email: 'a\r\nBcc: b' }).subject,
  ).toBe('a Bcc: b')
})

test('the defaults can be used', () => {
  for (const { subject, content } of Object.values(templateDefaults))
    expect([templateProblem(subject), templateProblem(content)]).toEqual([undefined, undefined])
})

test.each([
  '{{ .Nothing }}',
  '{{ if .Email }}',
  '{{ .Email.x }}',
  '{{ .Data }}',
  '{{}}',
  '{{ .Email',
  '{{ .Token | html }}',
])('%s is refused', (text) => {
  expect(templateProblem(`x ${text} y`)).toBeTypeOf('string')
})
