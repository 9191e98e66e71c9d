import { notFound } from '@tanstack/react-router'
import { failedWith } from '../api/api-error.ts'

/** For a loader's `catch`: turns a `not_found` error into the not-found page. Rethrows other errors. */
export const orNotFound = (error: unknown): never => {
  throw failedWith(error, 'not_found') ? notFound() : error
}
