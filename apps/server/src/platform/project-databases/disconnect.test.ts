import { expect, test } from 'vitest'
import { Disconnect } from './disconnect.ts'

test('the last listener is called once, and a later caller learns the first reason', () => {
  const disconnect = new Disconnect()
  const heard: string[] = []
  disconnect.listen(() => heard.push('replaced'))
  disconnect.listen(({ message }) => heard.push(message))
  expect(() => disconnect.throwIfReported()).not.toThrow()
  disconnect.report(new Error('first'))
  disconnect.report(new Error('second'))
  expect(heard).toEqual(['first'])
  expect(() => disconnect.throwIfReported()).toThrow('first')
})

test('nobody is told who no longer listens', () => {
  const disconnect = new Disconnect()
  disconnect.listen(() => {
    throw new Error('must not be called')
  })
  disconnect.listen(undefined)
  disconnect.report(new Error('gone'))
  expect(() => disconnect.throwIfReported()).toThrow('gone')
})
