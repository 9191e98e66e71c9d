import { expect, test } from 'vitest'
import { attachment } from './attachment.ts'

test.each([
  ['report.pdf', 'report.pdf', 'report.pdf'],
  ['a*b.txt', 'a*b.txt', 'a%2Ab.txt'],
  ['my file.pdf', '"my file.pdf"', 'my%20file.pdf'],
  ["Ann's (1).pdf", `"Ann's (1).pdf"`, 'Ann%27s%20%281%29.pdf'],
  ['a"b\\c.txt', 'a_b_c.txt', 'a%22b%5Cc.txt'],
  ['a\x7fb.txt', 'a_b.txt', 'a%7Fb.txt'],
  ['né.txt', 'n_.txt', 'n%C3%A9.txt'],
  ['😀.png', '_.png', '%F0%9F%98%80.png'],
  ['\ud83d.png', '_.png', '%EF%BF%BD.png'],
  ['a\r\nSet-Cookie: b', '"a__Set-Cookie: b"', 'a%0D%0ASet-Cookie%3A%20b'],
])('%j is encoded for all clients', (name, plain, encoded) => {
  expect(attachment(name)).toBe(`attachment; filename=${plain}; filename*=UTF-8''${encoded}`)
})
