"""The pages about people: settings, sign-up, devices, friends, reports. The rest is allauth's."""
