/** NIST SP 800-63B: at least 8; the upper bound only keeps hashing cheap. */
export const ACCOUNT_PASSWORD_MIN = 8
export const ACCOUNT_PASSWORD_MAX = 1024

export const DISPLAY_NAME_MAX = 64

export const SESSION_COOKIE = 'basalt_session'
export const SESSION_DAYS = 30
/** A session's last use and expiry are written at most this often, so that not every read causes a write. */
export const SESSION_USE_INTERVAL_MINUTES = 1

/** Recognizes a browser that has signed in before; outlives its sessions. */
export const DEVICE_COOKIE = 'basalt_device'
/** The longest that browsers keep a cookie. */
export const DEVICE_COOKIE_DAYS = 400
/** Per user; the least recently used are dropped first. */
export const KNOWN_DEVICES_MAX = 100

/** Personal access tokens and API keys share the prefix, so that secret scanners find them. */
export const TOKEN_PREFIX = 'bst_'
export const TOKEN_NAME_MAX = 64
/** How long a personal access token is valid by default. */
export const TOKEN_DAYS_DEFAULT = 90
export const TOKEN_DAYS_MAX = 366

/** The set-up link that the terminal shows works once, and for this long. */
export const SETUP_LINK_HOURS = 24

/** A link that sets a new password works once, and for this long. */
export const RESET_LINK_HOURS = 1
/** How long a proof is valid with which the command shows that it can read the key file. */
export const RESET_PROOF_SECONDS = 60

/** Sign-in attempts for one email address from one network address. */
export const SIGN_IN_ATTEMPTS_PER_ACCOUNT = 10
/**
 * Sign-in attempts for one email address from all network addresses together, against distributed guessing. Browsers
 * that have signed in to the account before are not counted: otherwise anyone could lock its owner out.
 */
export const SIGN_IN_ATTEMPTS_PER_ACCOUNT_ANYWHERE = 30
/** Sign-in attempts from one network address, whatever the email. An IPv6 address counts as its /64 network. */
export const SIGN_IN_ATTEMPTS_PER_ADDRESS = 50
/** Wrong entries of an account's current password in the same window. */
export const PASSWORD_ATTEMPTS = 10
export const SIGN_IN_WINDOW_MINUTES = 10
