/** What is wrong with a part of a form that is not a `Field`; nothing without a message. */
export const FieldProblem = ({ message }: { message: string | undefined }) =>
  message !== undefined && (
    <p role="alert" className="wrap-anywhere text-critical-ink text-xs">
      {message}
    </p>
  )
