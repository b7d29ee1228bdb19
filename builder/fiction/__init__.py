"""The fictional courtroom: scenarios, cast, values, staging, planning, writing, court papers."""
