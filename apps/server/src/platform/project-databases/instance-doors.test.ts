import { expect, test } from 'vitest'
import { instanceDoors } from './instance-doors.ts'

test('a door is not closed while somebody is inside', async () => {
  const doors = instanceDoors()
  const [first, second] = [await doors.enter('shop'), await doors.enter('shop')]
  expect(doors.close('shop')).toBeUndefined()
  first()
  first()
  expect(doors.close('shop')).toBeUndefined()
  second()
  expect(doors.close('shop')).toBeDefined()
  expect(doors.close('garden')).toBeDefined()
})

test('a client at a closed door is noticed, and enters when it opens', async () => {
  const doors = instanceDoors()
  const door = doors.close('shop')!
  expect(door.isKnockedAt).toBe(false)
  let isIn = false
  const coming = Promise.resolve(doors.enter('shop')).then((leave) => {
    isIn = true
    return leave
  })
  expect(door.isKnockedAt).toBe(true)
  expect(isIn).toBe(false)
  door.open()
  const leave = await coming
  expect(doors.close('shop')).toBeUndefined()
  leave()
  expect(doors.close('shop')!.isKnockedAt).toBe(false)
})

test('who only looks keeps no door open, is waited for, and is not let in to a closed one', async () => {
  const doors = instanceDoors()
  const leave = doors.lookIn('shop')!
  const door = doors.close('shop')!
  let isCleared = false
  const clearing = door.cleared.then(() => {
    isCleared = true
  })
  await Promise.resolve()
  expect(isCleared).toBe(false)
  expect(doors.lookIn('shop')).toBeUndefined()
  leave()
  await clearing
  expect(door.isKnockedAt).toBe(false)
  door.open()
  expect(doors.lookIn('shop')).toBeDefined()
})

test('a door that is closed again at once keeps out who has not gone in yet', async () => {
  const doors = instanceDoors()
  const first = doors.close('shop')!
  const coming = doors.enter('shop')
  first.open()
  const second = doors.close('shop')!
  await Promise.resolve()
  expect(second.isKnockedAt).toBe(true)
  second.open()
  await coming
  expect(doors.close('shop')).toBeUndefined()
})
