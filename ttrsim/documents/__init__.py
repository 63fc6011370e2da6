"""What people read: documents and their writers, the pages of games, and reports on runs."""
