import { expect, test } from 'vitest'
import { sourceAddress } from './source-address.rules.ts'

const shop = {
  host: 'db.example.com',
  port: 5432,
  user: 'ann',
  password: 'p@ss:w/rd',
  database: 'shop',
  encryption: 'preferred',
}

test.each([
  ['postgresql://ann:p%40ss%3Aw%2Frd@db.example.com:5432/shop', shop],
  ['  postgres://ann:p%40ss%3Aw%2Frd@db.example.com/shop\n', shop],
  ['postgres://ann:p%40ss%3Aw%2Frd@db.example.com', { ...shop, database: 'ann' }],
  ['postgres://ann@db.example.com:6543/shop', { ...shop, port: 6543, password: '' }],
  ['postgres://ann@[::1]/sh%20op', { ...shop, host: '::1', password: '', database: 'sh op' }],
  ['postgres://ann@h/d?sslmode=disable', { encryption: 'none' }],
  ['postgres://ann@h/d?sslmode=require', { encryption: 'required' }],
  ['postgres://ann@h/d?sslmode=verify-full', { encryption: 'verified' }],
])('%s is read', (text, address) => {
  expect(sourceAddress(text)).toMatchObject(address)
})

test.each([
  ['', /such as postgresql/],
  ['mysql://ann@h/d', /such as postgresql/],
  ['host=h user=ann', /such as postgresql/],
  ['postgres://ann:a/b@h/d', /%-codes|names no user/],
  ['postgres://ann:50%@h/d', /%25/],
  ['postgres://h/d', /names no user/],
  ['postgres://ann@h/d?sslmode=maybe', /sslmode is one of/],
])('%s is refused in words that repeat no password', (text, words) => {
  const problem = sourceAddress(text)
  expect(problem).toMatch(words)
  expect(problem).not.toContain('50')
})
