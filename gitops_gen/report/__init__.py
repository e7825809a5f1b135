"""What people and machines read: one file per format. Pure: data in, text out, and no raw control character in it."""
