import { expect, test } from 'vitest'
import { Disconnect } from './disconnect.ts'

test('only the last listener is called, once, and the first reason stays', () => {
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

test('a removed listener is not called', () => {
  const disconnect = new Disconnect()
  disconnect.listen(() => {
    throw new Error('must not be called')
  })
  disconnect.listen(undefined)
  disconnect.report(new Error('gone'))
  expect(() => disconnect.throwIfReported()).toThrow('gone')
})
