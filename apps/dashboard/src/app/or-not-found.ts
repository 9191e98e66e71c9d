import { notFound } from '@tanstack/react-router'
import { failedWith } from '../api/api-error.ts'

/** For a loader's `catch`: what is not there, or not the caller's to see, is answered with the not-found page. */
export const orNotFound = (error: unknown): never => {
  throw failedWith(error, 'not_found') ? notFound() : error
}
